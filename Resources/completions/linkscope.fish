# Completions of linkscope for fish: install this file as ~/.config/fish/completions/linkscope.fish.
#
# linkscope answers with one line per candidate: =WORD, and after a tab what the word means.

function __linkscope_complete
    set -l words (commandline -opc)
    set -l value (commandline -ct)
    set -l prefix ''
    set -l answer (command linkscope ---complete $words[2..] "$value" 2> /dev/null)
    if string match -qr -- '^--[^=]+=' "$value"
        set prefix (string replace -r -- '=.*' '=' "$value")
        set value (string replace -r -- '^[^=]*=' '' "$value")
    end
    for line in $answer
        switch "$line"
            case '=*'
                printf '%s%s\n' $prefix (string sub -s 2 -- "$line")
            case '@*'
                # No command has this name, so fish completes the files that it knows for any command. After a colon or an equals sign it also
                # offers what would be a file if the word began there, so only files that exist are taken. A path with ~ or a variable cannot be
                # looked up: fish keeps it as it was typed.
                set -l kind (string split ' ' -- "$line")
                for entry in (complete -C "__linkscope_paths $value")
                    set -l path (string split \t -- "$entry")[1]
                    string match -qr -- '^~|\$' "$path"; or test -e "$path"; or continue
                    set -l ending (string replace -r -- '.*\.' '' "$path")
                    if string match -q -- '*/' "$path"
                        printf '%s%s\n' $prefix "$path"
                    else if test "$kind[1]" = @files; and test (count $kind) -eq 1; or contains -- "$ending" $kind[2..]
                        printf '%s%s\n' $prefix "$path"
                    end
                end
        end
    end
end

complete -c linkscope -f -k -a '(__linkscope_complete)'
