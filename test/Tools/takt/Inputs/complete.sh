# What bash would offer: complete.sh completion-file words...
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
"_${COMP_WORDS[0]//-/_}"
printf '%s\n' "${COMPREPLY[@]}"
