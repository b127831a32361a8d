#include <gumbo.h>
#include "bounded_parse.h"
