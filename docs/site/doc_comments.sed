#!/bin/sed -f
# For Doxygen: the file of each header gets a page, and the lines of a doc comment that begin with
# "in", "out", "throws", "cost" or "source" become entries of a list.
s|^\([ ]*\)#pragma once|\1#pragma once /** @file */|
s|^\([ ]*\)/// \(in\|out\|throws\|cost\|source\)   *|\1/// - __\2__ |
# A backslash in a comment is text, not a command.
s|^\([ ]*///.*[^\\]\)\\\([xu]\)|\1\\\\\2|
