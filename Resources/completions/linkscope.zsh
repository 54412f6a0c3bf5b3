#compdef linkscope
# Completions of linkscope for zsh: install this file as _linkscope in a folder of $fpath, or source it after compinit.
#
# linkscope answers with one line per candidate: =WORD, and after a tab what the word means.

_linkscope() {
    local line word ret=1
    local -a before lines values options endings

    (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")
    lines=("${(@f)$(command linkscope ---complete "${before[@]}" "$PREFIX" 2> /dev/null)}")
    if [[ "$PREFIX" == --*=* ]]; then
        IPREFIX+="${PREFIX%%=*}="
        PREFIX="${PREFIX#*=}"
    fi
    for line in "${lines[@]}"; do
        case "$line" in
            '='*)
                # _describe separates the word from its meaning with a colon.
                word="${${line#=}%%$'\t'*}"
                word="${${word//\\/\\\\}//:/\\:}"
                [[ "$line" == *$'\t'* ]] && word+=":${line#*$'\t'}"
                if [[ "$line" == '=-'* ]]; then options+=("$word"); else values+=("$word"); fi
                ;;
            @folders) _files -/ && ret=0 ;;
            @files) _files && ret=0 ;;
            @files*)
                endings=("${(@s: :)line#@files }")
                endings=("*."${^endings})
                _files -g "${endings[*]}" && ret=0
                ;;
        esac
    done
    (( ${#values} )) && _describe -V -t values value values && ret=0
    (( ${#options} )) && _describe -V -o -t options option options && ret=0
    return ret
}

if [[ "${funcstack[1]}" == _linkscope ]]; then
    _linkscope "$@"
else
    compdef _linkscope linkscope
fi
