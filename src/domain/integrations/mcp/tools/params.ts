import * as v from 'valibot'
import { integer, list, naturalNumber, optional, shortText, text } from '../../../../api/params'

/** The parameters that several tools share, with their descriptions for the model. */
const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description))

export const channel = () => described(v.union([integer(), shortText()]), 'Name or id')
export const topic = () => shortText()
export const messageId = () => naturalNumber()

const MAX_PEOPLE = 50
export const people = () =>
  described(list(v.union([integer(), shortText()]), MAX_PEOPLE), 'Ids, email addresses or names')

/** A number from `least` to `most`. */
export const between = (least: number, most: number, usual: number) =>
  optional(v.pipe(integer(), v.minValue(least), v.maxValue(most)), usual)

export const time = () => described(text(40), 'ISO 8601')

export const cursor = () => optional(described(text(100), 'The last next_cursor'))

export const describedAs = described
