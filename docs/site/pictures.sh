#!/bin/sh
# Renews docs/pictures from a clone: pictures.sh TOOL EXAMPLE [FOLDER]. TOOL is the built credence,
# EXAMPLE the built example 11. FOLDER holds adult.data and SMSSpamCollection of the UCI repository;
# without it the two pictures of their reports stay. Reports are pictures taken by Chromium.
set -eu

tool=$(realpath "$1")
example=$(realpath "$2")
folder=${3:+$(realpath "$3")}
CDPATH='' cd -- "$(dirname -- "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ln -s "$root/examples" examples

# picture PAGE SECTION WIDTH,HEIGHT NAME: the head of a report and one section of it, in light.
picture() {
  sed "s#</head>#<style>section:not([id=\"section-$2\"]),footer{display:none}</style></head>#" "$1" |
    sed 's/(prefers-color-scheme:dark)/(max-width:0)/g' >shown.html
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
    --window-size="$3" --screenshot="$root/docs/pictures/$4" "file://$work/shown.html" 2>/dev/null
}

credit=examples/data/german_credit.csv
"$tool" curve examples/data/wine.csv --label class --sizes 12,16,20,25,32,40,50,64,80,100,128 --repeat 200 --quiet \
  --svg curve_wine.svg >/dev/null
for family in normal lognormal; do
  "$tool" fit "$credit" --label class --column credit_amount=$family --quiet -o $family.json
  "$tool" check $family.json "$credit" --features credit_amount --quiet --svg check_amount_$family.svg >/dev/null
done
"$example" twin_boundaries.svg >/dev/null
cp ./*.svg "$root/docs/pictures"

"$tool" report "$credit" --label class --quiet -o credit.html
picture credit.html 1 1000,790 report_german_credit.png
[ -n "$folder" ] || exit 0
cp "$folder/adult.data" "$folder/SMSSpamCollection" .
names=age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex
names=$names,capital-gain,capital-loss,hours-per-week,native-country,income
"$tool" report adult.data --label income --trim --header "$names" --quiet -o adult.html
picture adult.html 6 1000,660 report_adult_features.png
"$tool" report SMSSpamCollection --label class --separator tab --quote none --header class,text \
  --column text=multinomial --quiet -o sms.html
picture sms.html 6 1000,848 report_sms_spam.png
