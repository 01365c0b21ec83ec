#!/bin/sh
# Doxygen's filter of headers, which it asks for each several times: commented.sh HEADER prints what doc_comments.py has
# made of it.
exec cat "$CREDENCE_COMMENTED/${1#"$PWD"/}"
