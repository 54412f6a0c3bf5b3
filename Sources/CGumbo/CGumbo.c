// Needed for memmem.
#define _GNU_SOURCE
#include "CGumbo.h"

#include <gumbo.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The region -------------------------------------------------------------------------------------------------------

enum { first_block = 64 * 1024, largest_block = 4 * 1024 * 1024, calls_between_looks = 256 };

struct block {
    struct block *before;
    // A multiple of 16, like every allocated size.
    size_t size;
};

struct region {
    struct block *last;
    char *next, *end;
    size_t taken, limit;
    unsigned calls;
    double until;
    jmp_buf out;
};

static double own_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *allocate(void *user, size_t size) {
    struct region *region = user;
    size = (size + 15) & ~(size_t)15;
    if (++region->calls % calls_between_looks == 0 && own_time() > region->until) longjmp(region->out, cg_too_slow);
    if ((size_t)(region->end - region->next) < size) {
        size_t room = region->last == NULL ? first_block : region->last->size * 2;
        if (room > largest_block) room = largest_block;
        if (room < size) room = size;
        if (size > region->limit || region->taken + room > region->limit) longjmp(region->out, cg_too_large);
        struct block *block = malloc(sizeof *block + room);
        if (block == NULL) longjmp(region->out, cg_too_large);
        block->before = region->last;
        block->size = room;
        region->last = block;
        region->taken += room;
        region->next = (char *)(block + 1);
        region->end = region->next + room;
    }
    void *bytes = region->next;
    region->next += size;
    return bytes;
}

/// Does nothing, because memory is freed only with the whole region.
static void release(void *user, void *bytes) { (void)user, (void)bytes; }

static void free_all(struct region *region) {
    while (region->last != NULL) {
        struct block *before = region->last->before;
        free(region->last);
        region->last = before;
    }
}

// ---- The visit --------------------------------------------------------------------------------------------------------

/// Returns whether a start tag is spelled `CG_NOSCRIPT`. The text of a tag that gumbo keeps also contains any `</>` before the tag.
static bool is_noscript(const GumboStringPiece *tag) {
    static const char start[] = "<" CG_NOSCRIPT;
    return tag->data != NULL && memmem(tag->data, tag->length, start, sizeof start - 1) != NULL;
}

static cg_tag tag_of(const GumboElement *element) {
    if (element->tag_namespace != GUMBO_NAMESPACE_HTML) return cg_other;
    switch (element->tag) {
    case GUMBO_TAG_META: return cg_meta;
    case GUMBO_TAG_LINK: return cg_link;
    case GUMBO_TAG_SCRIPT: return cg_script;
    case GUMBO_TAG_STYLE: return cg_style;
    case GUMBO_TAG_NOFRAMES: return is_noscript(&element->original_tag) ? cg_noscript : cg_other;
    case GUMBO_TAG_TEMPLATE: return cg_template;
    default: return cg_other;
    }
}

static const GumboVector *children(const GumboNode *node) {
    switch (node->type) {
    case GUMBO_NODE_DOCUMENT: return &node->v.document.children;
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE: return &node->v.element.children;
    default: return NULL;
    }
}

/// Visits a node; returns whether to visit its children.
static bool enter(const GumboNode *node, cg_visitor visitor) {
    switch (node->type) {
    case GUMBO_NODE_DOCUMENT: return true;
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
        return visitor.element(visitor.context, tag_of(&node->v.element), (const cg_element *)&node->v.element);
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA: visitor.text(visitor.context, node->v.text.text, strlen(node->v.text.text)); return false;
    default: return false;
    }
}

/// Visits the nodes in document order. The function follows parent links instead of using a stack, so the nesting may have any depth.
static void visit(const GumboNode *root, cg_visitor visitor) {
    const GumboNode *node = root;
    bool goes_in = enter(node, visitor);
    while (true) {
        const GumboVector *inner = goes_in ? children(node) : NULL;
        if (inner != NULL && inner->length > 0) {
            node = inner->data[0];
        } else {
            while (node != root && node->index_within_parent + 1 >= children(node->parent)->length) node = node->parent;
            if (node == root) return;
            node = children(node->parent)->data[node->index_within_parent + 1];
        }
        goes_in = enter(node, visitor);
    }
}

cg_answer cg_visit(const char *page, size_t count, cg_limits limits, cg_visitor visitor) {
    struct region region = {.limit = limits.memory, .until = own_time() + limits.seconds};
    // `region` changes only through pointers, and `kept` is volatile, so both are valid after longjmp.
    struct region *volatile kept = &region;
    int reason = setjmp(region.out);
    if (reason != 0) {
        free_all(kept);
        return (cg_answer)reason;
    }
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.deallocator = release;
    options.userdata = &region;
    options.max_errors = 0;
    const GumboOutput *output = gumbo_parse_with_options(&options, page, count);
    visit(output->document, visitor);
    free_all(&region);
    return cg_done;
}

const char *cg_text(const cg_element *element) {
    const GumboVector *inner = &((const GumboElement *)element)->children;
    const GumboNode *first = inner->length > 0 ? inner->data[0] : NULL;
    return first != NULL && first->type == GUMBO_NODE_TEXT ? first->v.text.text : NULL;
}

const char *cg_attribute(const cg_element *element, const char *name) {
    const GumboAttribute *attribute = gumbo_get_attribute(&((const GumboElement *)element)->attributes, name);
    return attribute == NULL || attribute->attr_namespace != GUMBO_ATTR_NAMESPACE_NONE ? NULL : attribute->value;
}
