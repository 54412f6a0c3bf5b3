// The files of Resources/, embedded in the program, so that none has to be found at run time.
#pragma once
#include <stddef.h>

typedef struct {
    const char *_Nonnull name;            // path below Resources/, e.g. "devices/iphone.json"
    const unsigned char *_Nonnull start;  // the bytes live as long as the program
    const unsigned char *_Nonnull end;
} linkscope_resource;

// All resources, in the order of CResources.c.
const linkscope_resource *_Nonnull linkscope_resources(void);
size_t linkscope_resource_count(void);

// Returns the place of the first occurrence of `word` in `text` at or after `start`, or the length of the text if there is none. Both texts
// end with a zero byte. The search is here because Swift code that visits each byte takes fifty times as long in a debug build.
size_t linkscope_place(const unsigned char *_Nonnull text, size_t start, const char *_Nonnull word);
