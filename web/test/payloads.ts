/** Each calls `attacked`, if a browser runs it as a script. */
export const PAYLOADS = [
  '<img src=x onerror=attacked()>',
  '<script>attacked()</script>',
  '<svg onload=attacked()>',
  '<svg><script>attacked()</script></svg>',
  '<svg><animate onbegin=attacked() attributeName=x dur=1s>',
  '<body onload=attacked()>',
  '<iframe srcdoc="<script>parent.attacked()</script>"></iframe>',
  '<iframe src="javascript:parent.attacked()"></iframe>',
  '<object data="javascript:attacked()"></object>',
  '<embed src="javascript:attacked()">',
  '<a href="javascript:attacked()" autofocus onfocus=attacked()>click</a>',
  '<input autofocus onfocus=attacked()>',
  '<details open ontoggle=attacked()>',
  '<video src=x onerror=attacked()></video>',
  '<audio src=x onerror=attacked()></audio>',
  '<marquee onstart=attacked()>',
  '<style>@import "javascript:attacked()"</style>',
  '<link rel=stylesheet href="javascript:attacked()">',
  '<meta http-equiv=refresh content="0;url=javascript:attacked()">',
  '<base href="javascript:attacked()//">',
  '<form action="javascript:attacked()"><button autofocus>x</button></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror=attacked()></style></mglyph></table></mtext></math>',
  '<template><img src=x onerror=attacked()></template>',
  '"><img src=x onerror=attacked()>',
  "' onmouseover='attacked()",
  '" autofocus onfocus="attacked()',
  '[link](javascript:attacked())',
  '[link](JaVaScRiPt&#58;attacked())',
  '[link](data:text/html,<script>attacked()</script>)',
  '[link](vbscript:attacked())',
  '![picture](javascript:attacked())',
  '[x](https://example.com/" onmouseover="attacked())',
  '```"><img src=x onerror=attacked()>\ncode\n```',
  '$$\\href{javascript:attacked()}{x}$$',
  '~~~ spoiler <img src=x onerror=attacked()>\ninside\n~~~',
  ':<img src=x onerror=attacked()>:',
  '@**<img src=x onerror=attacked()>**',
  '/poll <img src=x onerror=attacked()>\n<script>attacked()</script>',
  '/todo <svg onload=attacked()>\n<img src=x onerror=attacked()>: <svg onload=attacked()>',
]

/** Runs in the page. Returns what of it is or could become a script of another author. */
export const foreignScripts = (): string[] =>
  [...document.querySelectorAll('*')].flatMap((element) => {
    const isForeign = element.matches('iframe, object, embed, base, form[action], script:not([src]), img[src="x"]')
    const attributes = [...element.attributes].filter(
      ({ name, value }) => name.startsWith('on') || /^\s*(javascript|vbscript|data:text)/i.test(value),
    )
    return isForeign || attributes.length > 0 ? [element.outerHTML.slice(0, 200)] : []
  })
