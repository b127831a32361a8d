#ifndef PERSONALIZE_H
#define PERSONALIZE_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
uint32_t personalize_abi(void);
#ifdef __cplusplus
}
#endif
#endif
