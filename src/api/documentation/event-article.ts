import { nameOfKind, type AnyEventKind } from '../../events/event'
import { html, type Html } from '../html'
import { eventAnchor, optionAnchor } from './anchors'
import { optionsOf, recipientsInWords, statesOf } from './event-facts'
import { jsonBlock } from './example-block'
import type { RecordedExamples } from './examples'
import { fieldList } from './field-list'
import { fieldsOf } from './fields'
import type { Reference } from './reference'

/** Returns the article about an event: its summary, recipients, client options, updated state, fields and an example. */
export function eventArticle(kind: AnyEventKind, reference: Reference, { examples, vendor }: RecordedExamples): Html {
  const example = examples.events[nameOfKind(kind)]
  const fields = fieldsOf(kind.fields)
  return html`
<h4><b class="event">EVENT</b> <a href="#${eventAnchor(kind)}">${eventMarkup(kind)}</a></h4>
<p>${kind.summary}${kind.isEphemeral ? ' The event is not stored: only clients that are connected at the time receive it.' : ''}</p>
<dl>
<dt>Recipients<dd>${recipientsInWords(kind, reference).join(' ')}
${optionLine(kind, reference)}
${stateLine(kind, reference)}
</dl>
${fields.length > 0 ? html`<p class="answer">Fields, beside <code>type</code>${kind.op === undefined ? '' : html`, <code>op</code>`} and <code>id</code>:</p>${fieldList(fields)}` : undefined}
${
  example &&
  html`<div class="example event-example"><div class="response"><div class="tabs">Example</div>
${jsonBlock(example, vendor)}</div></div>`
}`
}

export const eventMarkup = ({ type, op }: AnyEventKind): Html =>
  html`<code>${type}</code>${op === undefined ? undefined : html` <code class="op">op: ${op}</code>`}`

function optionLine(kind: AnyEventKind, reference: Reference): Html | undefined {
  const options = optionsOf(kind, reference)
  if (options.length === 0) return undefined
  return html`<dt>Depends on<dd>${options.map(
    ([name], index) => html`${index > 0 ? ', ' : ''}<a href="#${optionAnchor(name)}"><code>${name}</code></a>`,
  )}`
}

const MAX_FIELD_NAMES = 6

function stateLine(kind: AnyEventKind, reference: Reference): Html | undefined {
  const states = statesOf(kind, reference)
  if (states.length === 0) return undefined
  return html`<dt>Updates<dd>${states.map(({ type, fields }, index) => {
    const names = fields.length > MAX_FIELD_NAMES ? `${fields.length} fields` : fields.join(', ')
    return html`${index > 0 ? ', ' : ''}<code>${type}</code>${names === type ? undefined : ` (${names})`}`
  })} of <a href="#post-register"><code>POST /register</code></a>`
}
