import * as v from 'valibot'

/** Gives a shape its name in the declarations for TypeScript, which is its title in the OpenAPI document. */
export const named = <const Shape extends v.GenericSchema>(name: string, shape: Shape) => v.pipe(shape, v.title(name))
