// What Fetching needs of gumbo: the elements of a page in document order, within limits.
//
// Pages are hostile. gumbo asks nobody how deep it nests or how much it allocates: 2 MiB of `<b 1><p>…` are worth terabytes of nodes, 2 MiB of
// `<div>` hours of looking through the stack of open elements, and freeing such a tree overflows the thread's own. So it is given its memory
// from a region that is thrown away as a whole, and where the region or the time runs out the parser is left by longjmp: it is plain C that
// holds nothing else.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An element while it is being visited.
typedef struct cg_element cg_element;

typedef enum { cg_done = 0, cg_too_large = 1, cg_too_slow = 2 } cg_answer;

/// The elements that are told apart. Those of SVG and MathML are `cg_other`.
typedef enum { cg_other = 0, cg_meta, cg_link, cg_script, cg_style, cg_noscript, cg_template } cg_tag;

typedef struct {
    size_t memory;
    /// Of this thread's own time.
    double seconds;
} cg_limits;

typedef struct {
    void *_Nonnull context;
    /// An element, in document order. False passes over what is inside.
    bool (*_Nonnull element)(void *_Nonnull context, cg_tag tag, const cg_element *_Nonnull element);
    /// A text that is no white space.
    void (*_Nonnull text)(void *_Nonnull context, const char *_Nonnull text, size_t count);
} cg_visitor;

/// Parses all of a page, and then visits it: a page that is not parsed to its end is not visited at all.
cg_answer cg_visit(const char *_Nonnull page, size_t count, cg_limits limits, cg_visitor visitor);

/// The value of an attribute of HTML, by its name in small letters; NULL when there is none.
const char *_Nullable cg_attribute(const cg_element *_Nonnull element, const char *_Nonnull name);

/// The text that an element begins with; NULL when it begins with something else.
const char *_Nullable cg_text(const cg_element *_Nonnull element);
