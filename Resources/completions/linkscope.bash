# Completions of linkscope for Bash 3.2 or later: source this file, or install it as
# ~/.local/share/bash-completion/completions/linkscope.
#
# linkscope answers with one line per candidate: =WORD, and after a tab what the word means. Bash shows only the words.

_linkscope() {
    # Bash splits words at colons and equals signs. These are the words between spaces, up to the cursor.
    local line="${COMP_LINE:0:COMP_POINT}" rest word i
    local -a words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        rest="${line#"${line%%[![:space:]]*}"}"
        word="$rest"
        ((i < COMP_CWORD)) && word="${COMP_WORDS[i]}"
        if ((i > 0)) && [[ "$rest" == "$line" ]]; then
            words[${#words[@]} - 1]+="$word"
        else
            words+=("$word")
        fi
        line="${rest#"$word"}"
    done

    # The text to complete, and how much of it comes before the part that Bash replaces.
    local current="${words[${#words[@]} - 1]}" skipped value ending path
    [[ "$current" == --*=* ]] && current="${current#*=}"
    case "$current" in
        [\"\']*) current="${current:1}" ;;
        *) current="${current//\\/}" ;;
    esac
    local replaced="${2//\\/}"
    skipped=$((${#current} - ${#replaced}))
    ((skipped < 0)) && skipped=0

    COMPREPLY=()
    # compgen would run commands in the name of a folder, such as $(…).
    local code='[$][^A-Za-z_]|`'
    [[ "$current" =~ $code ]] && return
    while IFS= read -r line; do
        case "$line" in
            =*)
                value="${line#=}"
                value="${value%%$'\t'*}"
                [[ "$value" == "$current"* ]] && COMPREPLY+=("${value:skipped}")
                ;;
            @folders)
                while IFS= read -r path; do COMPREPLY+=("${path:skipped}"); done < <(compgen -d -- "$current")
                ;;
            @files*)
                while IFS= read -r path; do
                    if [[ "$line" == @files || -d "$path" ]]; then
                        COMPREPLY+=("${path:skipped}")
                        continue
                    fi
                    for ending in ${line#@files}; do
                        [[ "$path" == *".$ending" ]] && COMPREPLY+=("${path:skipped}") && break
                    done
                done < <(compgen -f -- "$current")
                ;;
        esac
    done < <(command linkscope ---complete "${words[@]:1}" 2> /dev/null)
}

complete -o filenames -F _linkscope linkscope
