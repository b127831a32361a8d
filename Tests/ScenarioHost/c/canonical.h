/*
 * JSON text that does not depend on who writes it: keys sorted, no white
 * space, numbers in their shortest form. The runners for Python and Swift
 * write the same.
 */
#ifndef SCENARIO_CANONICAL_H
#define SCENARIO_CANONICAL_H

#include <jansson.h>
#include <stdio.h>

void canonical_write(const json_t *value, FILE *stream);

#endif
