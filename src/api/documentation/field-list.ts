import { html, type Html } from '../html'
import { fieldsWithin, type Field } from './fields'
import { typeInWords } from './type-in-words'

/** Returns a list of fields with their types in words, and of the fields within them. */
export function fieldList(fields: readonly Field[]): Html | undefined {
  if (fields.length === 0) return undefined
  return html`<ul class="fields">${fields.map(
    ({ name, schema, isRequired }) =>
      html`<li><code>${name}</code>${isRequired ? undefined : '?'} <span>${typeInWords(schema)}</span>${fieldList(fieldsWithin(schema))}</li>`,
  )}</ul>`
}

export const namesOf = (fields: readonly Field[]): Html[] =>
  fields.map(({ name }, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)
