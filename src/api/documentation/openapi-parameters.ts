import { CHUNK_TYPE } from '../tus'
import type { DescribedParameter } from './parameters'

/** A parameter of the path, the query or a header, and the same under each of its older names. */
export function parameterObjects(parameter: DescribedParameter, example: object): object[] {
  const { name, place, isRequired, aliases, travelsAs, schema } = parameter
  // A number in a path is written as JSON would write it, so it is plain, too.
  const isPlain = travelsAs === 'text' || place === 'path' || place === 'header'
  const value = isPlain ? { schema, ...example } : { content: { 'application/json': { schema, ...example } } }
  const main = { name, in: place, required: isRequired && aliases.length === 0, ...described(parameter), ...value }
  const older = aliases.map((alias) => ({
    name: alias,
    in: place,
    deprecated: true,
    description: olderName(name),
    ...value,
  }))
  return [main, ...older]
}

function described({ isRequired, aliases, travelsAs }: DescribedParameter): { description?: string } {
  const notes = [
    ...(travelsAs === 'either' ? ['Plain text may be given without quotes.'] : []),
    ...(isRequired && aliases.length > 0 ? [`Required, under this name or an older one: ${aliases.join(', ')}.`] : []),
  ]
  return notes.length > 0 ? { description: notes.join(' ') } : {}
}

const olderName = (name: string) => `An older name of \`${name}\`. Giving both is refused.`

/** The form of an operation. A form with files is always a multipart form. */
export function requestBody(form: DescribedParameter[], examples: object): object {
  const properties: Record<string, object> = {}
  const encoding: Record<string, object> = {}
  for (const parameter of form)
    for (const name of [parameter.name, ...parameter.aliases]) {
      const note =
        name === parameter.name ? described(parameter) : { deprecated: true, description: olderName(parameter.name) }
      properties[name] = { ...parameter.schema, ...note }
      if (parameter.travelsAs === 'JSON' || parameter.travelsAs === 'either')
        encoding[name] = { contentType: 'application/json' }
    }
  const required = form.filter(({ isRequired, aliases }) => isRequired && aliases.length === 0).map(({ name }) => name)
  const body = { schema: { type: 'object', properties, required }, encoding, ...examples }
  const hasFile = form.some(({ travelsAs }) => travelsAs === 'file')
  return {
    required: form.some(({ isRequired }) => isRequired),
    content: { ...(hasFile ? {} : { 'application/x-www-form-urlencoded': body }), 'multipart/form-data': body },
  }
}

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' }

/** The bodies that an endpoint reads itself, as they arrive. */
export const STREAMED_BODIES = {
  nothing: {},
  'one file of a form': {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: { type: 'object', properties: { filename: BYTES }, required: ['filename'] } },
      },
    },
  },
  'a piece of a file': { requestBody: { required: false, content: { [CHUNK_TYPE]: { schema: BYTES } } } },
}
