import { nameOfKind, type AnyEventKind } from '../../events/event'
import { optionsOf, recipientsInWords, statesOf } from './event-facts'
import type { Examples } from './examples'
import { fieldsOf } from './fields'
import type { Reference } from './reference'

/**
 * Returns a schema for each event. `Event` is a union with the discriminator `type`. A type with several operations is a union
 * with the discriminator `op`. Tools generate a type for each schema, and code narrows an event by these two fields.
 */
export function eventSchemas(reference: Reference, examples: Examples): Record<string, object> {
  const kinds = reference.groups.flatMap(({ events }) => events)
  const byType = Map.groupBy(kinds, ({ type }) => type)
  const types = [...byType].flatMap(([type, operations]) =>
    operations.length === 1 ? [] : [[schemaName({ type }), unionBy('op', operations)] as const],
  )
  return {
    Event: unionBy('type', [
      ...[...byType].map(([type, [first, ...others]]) =>
        first !== undefined && others.length === 0 ? first : { type },
      ),
      HEARTBEAT,
    ]),
    ...Object.fromEntries(types),
    ...Object.fromEntries(kinds.map((kind) => [schemaName(kind), schemaOf(kind, reference, examples)])),
    [schemaName(HEARTBEAT)]: HEARTBEAT_SCHEMA,
  }
}

const schemaName = ({ type, op }: { type: string; op?: string }) => `Event_${type}${op === undefined ? '' : `_${op}`}`

const referenceTo = (kind: { type: string; op?: string }) => `#/components/schemas/${schemaName(kind)}`

function unionBy(propertyName: 'type' | 'op', kinds: readonly { type: string; op?: string }[]): object {
  return {
    oneOf: kinds.map((kind) => ({ $ref: referenceTo(kind) })),
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(kinds.map((kind) => [kind[propertyName], referenceTo(kind)])),
    },
  }
}

function schemaOf(kind: AnyEventKind, reference: Reference, examples: Examples): object {
  const fields = fieldsOf(kind.fields)
  const example = examples.events[nameOfKind(kind)]
  return {
    type: 'object',
    description: descriptionOf(kind, reference),
    properties: {
      ...headerOf(kind),
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    },
    required: [
      ...Object.keys(headerOf(kind)),
      ...fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ],
    ...(example ? { examples: [example] } : {}),
  }
}

const headerOf = ({ type, op }: { type: string; op?: string }): Record<string, object> => ({
  type: { const: type },
  ...(op === undefined ? {} : { op: { const: op } }),
  id: { type: 'integer', description: 'Increases from event to event.' },
})

function descriptionOf(kind: AnyEventKind, reference: Reference): string {
  const options = optionsOf(kind, reference).map(([name]) => `\`${name}\``)
  const states = statesOf(kind, reference).map(({ type }) => `\`${type}\``)
  return [
    kind.summary,
    ...(kind.isEphemeral ? ['Only clients that are connected at the time receive it.'] : []),
    `Recipients: ${recipientsInWords(kind, reference).join(' ')}`,
    ...(options.length > 0 ? [`Depends on the client options ${options.join(', ')}.`] : []),
    ...(states.length > 0 ? [`Updates ${states.join(', ')} of the state from POST /register.`] : []),
  ].join('\n\n')
}

const HEARTBEAT = { type: 'heartbeat' }
const HEARTBEAT_SCHEMA = {
  type: 'object',
  description: 'Nothing happened for a while. The server sends it so that the connection stays open.',
  properties: headerOf(HEARTBEAT),
  required: Object.keys(headerOf(HEARTBEAT)),
}
