import * as v from 'valibot'
import { missingParameter } from './decode'
import type { Schemas } from './endpoint'
import { errorOfIssue } from './parameter-errors'

/** The values of parameters before their schemas transform them. */
export type ParamValues<Params extends Schemas> = { [Name in keyof Params]?: v.InferInput<Params[Name]> }

/** Returns values that are no text of a request, as their schemas transform them. Throws for an invalid or missing value. */
export function validParams(schemas: Schemas, values: object): Record<string, unknown> {
  const given = new Map(Object.entries(values))
  const params = Object.entries(schemas).map(([name, schema]) => {
    const result = v.safeParse(schema, given.get(name), { abortEarly: true })
    if (result.success) return [name, result.output]
    if (given.get(name) === undefined) throw missingParameter({ var_name: name })
    throw errorOfIssue(name, result.issues[0])
  })
  return Object.fromEntries(params)
}
