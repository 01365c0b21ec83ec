// How pages look: one column that narrows to a phone, light and dark, and on paper.
#include "report/pages/page_style.hpp"

namespace credence::report {

std::string_view page_style() {
  return R"css(:root{color-scheme:light dark;--paper:#ffffff;--ink:#1c1d21;--muted:#565a62;--line:#d9dce1;
--shade:#f5f6f8;--link:#0067a5}
@media screen and (prefers-color-scheme:dark){:root{--paper:#15171c;--ink:#e9eaed;--muted:#a9aeb8;
--line:#363b44;--shade:#1e2128;--link:#7cc4f0}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
header,main,footer{max-width:62rem;margin:0 auto;padding:0 1.1rem}
header{padding-top:1.6rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .4rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.4rem 0 .6rem;padding-top:.9rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:0 0 .3rem;overflow-wrap:anywhere}
p{margin:.5rem 0;max-width:46rem;overflow-wrap:anywhere}
.lead{color:var(--muted);font-size:1.05rem}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;margin:.8rem 0 0}
a{color:var(--link)}
.box{border:1px solid var(--line);border-left:4px solid var(--link);background:var(--shade);
border-radius:4px;padding:.2rem 1.1rem .7rem;margin:1.4rem 0 0}
.box h2{border:0;margin:.5rem 0 .3rem;padding:0}
.box ul.points{margin:.3rem 0}
.box li{margin:.25rem 0}
ul.points{max-width:46rem;padding-left:1.2rem;overflow-wrap:anywhere}
.figures{display:flex;flex-wrap:wrap;gap:1.8rem 2.2rem;align-items:flex-start;margin:1rem 0}
figure{margin:0;max-width:100%}
figure svg{display:block;max-width:100%;height:auto}
figcaption,.note{font-size:.86rem;color:var(--muted);margin-top:.3rem;overflow-wrap:anywhere}
.wide{overflow-x:auto;max-width:100%;margin:.6rem 0}
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.2rem 0}
th,td{padding:.22rem .8rem .22rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);
max-width:24rem;overflow-wrap:break-word}
th{font-weight:600;color:var(--muted)}
td.number,th.number{text-align:right}
td.number{white-space:nowrap}
thead th{vertical-align:bottom}
details{margin-top:.4rem}
summary{cursor:pointer;font-size:.86rem;color:var(--link)}
footer{color:var(--muted);font-size:.86rem;margin-top:2.5rem;padding-bottom:2rem}
@media print{@page{margin:16mm}body{font-size:10.5pt}nav,details{display:none}
figure,tr{break-inside:avoid}
h2,h3{break-after:avoid}header,main,footer{max-width:none;padding:0}a{color:inherit;text-decoration:none}}
)css";
}

}  // namespace credence::report
