/* Says which library is loaded: the smallest program there is. */
#include <personalize.h>
#include <stdio.h>

int main(void) {
    if (personalize_abi() != PERSONALIZE_ABI)
        return 1;
    printf("libpersonalize %s\n", personalize_version());
    return 0;
}
