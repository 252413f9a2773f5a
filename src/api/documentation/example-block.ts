import type { AnyEndpoint } from '../endpoint'
import { html, type Html } from '../html'
import type { Example } from './examples'
import { jsonText } from './json-text'
import { LANGUAGES, snippetsOf } from './snippets/snippets'
import { inVendorSpelling } from '../vendor-names'

/** The example request in each language, of which the page shows the chosen one, and its answer. */
export function exampleBlock(endpoint: AnyEndpoint, example: Example, vendor: string): Html {
  const snippets = snippetsOf(endpoint, example)
  return html`<div class="example">
<div class="request">${languageTabs()}
${LANGUAGES.map((language) => html`<pre class="${languageClass(language)}"><code>${snippets[language]}</code></pre>`)}</div>
<div class="response"><div class="tabs">${answerTitle(example)}</div>
${example.answer ? jsonBlock(example.answer, vendor) : undefined}</div>
</div>`
}

/** One choice for the whole page: each label switches the radio button in the head of the page. */
const languageTabs = (): Html =>
  html`<div class="tabs">${LANGUAGES.map(
    (language) => html`<label for="in-${languageClass(language)}">${language}</label>`,
  )}</div>`

/** The radio buttons that choose the language of all examples. */
export const languageChoice = (): Html => html`<fieldset class="languages"><legend>Examples in</legend>
${LANGUAGES.map(
  (language, at) =>
    html`<label><input type="radio" name="language" id="in-${languageClass(language)}"${at === 0 ? html` checked` : undefined}> ${language}</label>`,
)}
</fieldset>`

const languageClass = (language: string) => language.toLowerCase()

const answerTitle = ({ status, type }: Example): string =>
  `Answer${status === 200 ? '' : `, status ${status}`}${type === undefined ? '' : `, ${type}`}`

export const jsonBlock = (value: object, vendor: string): Html =>
  html`<pre><code>${jsonText(JSON.parse(inVendorSpelling(JSON.stringify(value), vendor)))}</code></pre>`
