// One line per file. The assembler includes the bytes, so the compiler does not see them: compiling 400 KB as source took minutes.
// SwiftPM does not notice when a file in Resources/ changes; ResourcesTests compares each embedded file with its source.
#include "CResources.h"

#include <string.h>

#define RESOURCES(EACH)                             \
    EACH(codes, "codes/codes.json")                 \
    EACH(codes_words, "codes/words.json")           \
    EACH(completions_bash, "completions/linkscope.bash") \
    EACH(completions_fish, "completions/linkscope.fish") \
    EACH(completions_zsh, "completions/linkscope.zsh") \
    EACH(device_android, "devices/android.json")    \
    EACH(device_ipad, "devices/ipad.json")          \
    EACH(device_iphone, "devices/iphone.json")      \
    EACH(device_schema, "device.schema.json")       \
    EACH(encodings, "encodings/encodings.json")     \
    EACH(iso_tables, "iso/iso-tables.json")         \
    EACH(pages, "pages/pages.json")                 \
    EACH(samples, "samples/samples.json")           \
    EACH(services_apps, "services/apps.json") \
    EACH(services_attribution, "services/attribution.json") \
    EACH(services_endings, "services/endings.json") \
    EACH(services_schemes, "services/schemes.json") \
    EACH(services_secrets, "services/secrets.json") \
    EACH(services_seed_words, "services/seed-words.txt") \
    EACH(services_shorteners, "services/shorteners.json") \
    EACH(services_tracking, "services/tracking.json") \
    EACH(services_wrappers, "services/wrappers.json") \
    EACH(snippet_javascript, "snippets/forward.js") \
    EACH(snippet_kotlin, "snippets/forward.kt") \
    EACH(snippet_swift, "snippets/forward.swift") \
    EACH(suite_schema, "suite.schema.json")         \
    EACH(words_purposes, "words/purposes.json")

#ifdef __APPLE__
#define SECTION ".const_data\n"
#define SYMBOL(id) "_linkscope_resource_" #id
#else
#define SECTION ".section .rodata\n"
#define SYMBOL(id) "linkscope_resource_" #id
#endif

#define INCLUDE(id, path)                       \
    __asm__(SECTION                             \
            ".globl " SYMBOL(id) "\n"           \
            ".globl " SYMBOL(id##_end) "\n"     \
            SYMBOL(id) ":\n"                    \
            ".incbin \"" path "\"\n"            \
            SYMBOL(id##_end) ":\n"              \
            ".byte 0\n"                         \
            ".text\n");                         \
    extern const unsigned char linkscope_resource_##id[], linkscope_resource_##id##_end[];
RESOURCES(INCLUDE)

#define ENTRY(id, path) {path, linkscope_resource_##id, linkscope_resource_##id##_end},
static const linkscope_resource all[] = {RESOURCES(ENTRY)};

const linkscope_resource *linkscope_resources(void) { return all; }
size_t linkscope_resource_count(void) { return sizeof all / sizeof *all; }

size_t linkscope_place(const unsigned char *text, size_t start, const char *word) {
    const char *rest = (const char *)text + start, *found = strstr(rest, word);
    return start + (found ? (size_t)(found - rest) : strlen(rest));
}
