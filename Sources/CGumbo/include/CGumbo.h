// The part of gumbo that Fetching uses: the elements of a page in document order, within limits.
//
// Pages may be hostile, and gumbo limits neither nesting nor memory. 2 MiB of `<b 1><p>…` make terabytes of nodes, 2 MiB of `<div>` make
// gumbo search its stack of open elements for hours, and freeing such a tree overflows the thread's stack. So gumbo allocates from a region
// that is freed as a whole. When the region or the time is used up, longjmp leaves the parser, which is plain C and holds no other
// resources.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An element, valid only while it is visited.
typedef struct cg_element cg_element;

typedef enum { cg_done = 0, cg_too_large = 1, cg_too_slow = 2 } cg_answer;

/// The spelling of `noscript` tags for gumbo. Gumbo parses a page like a browser without scripts and reads the content of `noscript` as
/// markup. In a browser with scripts, that content is text, like the content of `noframes`, which gumbo always reads as text. Tag names are
/// not case-sensitive, so this spelling makes gumbo read a `noscript` as `noframes`, and it distinguishes the two elements afterwards.
#define CG_NOSCRIPT "nOfRaMeS"

/// The elements that callers distinguish. Elements of SVG and MathML are `cg_other`.
typedef enum { cg_other = 0, cg_meta, cg_link, cg_script, cg_style, cg_noscript, cg_template } cg_tag;

typedef struct {
    size_t memory;
    /// CPU time of this thread.
    double seconds;
} cg_limits;

typedef struct {
    void *_Nonnull context;
    /// Receives an element, in document order. Returning false skips its contents.
    bool (*_Nonnull element)(void *_Nonnull context, cg_tag tag, const cg_element *_Nonnull element);
    /// Receives a text that is not just whitespace.
    void (*_Nonnull text)(void *_Nonnull context, const char *_Nonnull text, size_t count);
} cg_visitor;

/// Parses a page completely and then visits it. A page that exceeds the limits is not visited at all.
cg_answer cg_visit(const char *_Nonnull page, size_t count, cg_limits limits, cg_visitor visitor);

/// Returns the value of an HTML attribute by its lowercase name, or NULL if it is missing.
const char *_Nullable cg_attribute(const cg_element *_Nonnull element, const char *_Nonnull name);

/// Returns the text at the start of an element, or NULL if the element does not start with text.
const char *_Nullable cg_text(const cg_element *_Nonnull element);
