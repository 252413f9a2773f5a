import type { AnyEndpoint } from '../endpoint'
import { html, type Html } from '../html'
import type { Example } from './examples'
import { jsonText } from './json-text'
import { LANGUAGES, snippetsOf } from './snippets/snippets'
import { inVendorSpelling } from '../vendor-names'

/** Returns an example: the request in each language, and the answer. The page shows the chosen language. */
export function exampleBlock(endpoint: AnyEndpoint, example: Example, vendor: string): Html {
  const snippets = snippetsOf(endpoint, example)
  return html`<div class="example">
<div class="request">${languageTabs()}
${LANGUAGES.map((language) => html`<pre class="${languageClass(language)}"><code>${snippets[language]}</code></pre>`)}</div>
<div class="response"><div class="tabs">${answerTitle(example)}</div>
${example.answer ? jsonBlock(example.answer, vendor) : undefined}</div>
</div>`
}

/** Returns labels for the radio buttons at the top of the page, so one choice changes all examples. */
const languageTabs = (): Html =>
  html`<div class="tabs">${LANGUAGES.map(
    (language) => html`<label for="in-${languageClass(language)}">${language}</label>`,
  )}</div>`

/** Returns the radio buttons that choose the language of all examples. */
export const languageChoice = (): Html => html`<fieldset class="languages"><legend>Examples in</legend>
${LANGUAGES.map(
  (language, index) =>
    html`<label><input type="radio" name="language" id="in-${languageClass(language)}"${index === 0 ? html` checked` : undefined}> ${language}</label>`,
)}
</fieldset>`

const languageClass = (language: string) => language.toLowerCase()

const answerTitle = ({ status, type }: Example): string =>
  `Answer${status === 200 ? '' : `, status ${status}`}${type === undefined ? '' : `, ${type}`}`

export const jsonBlock = (value: object, vendor: string): Html =>
  html`<pre><code>${jsonText(JSON.parse(inVendorSpelling(JSON.stringify(value), vendor)))}</code></pre>`
