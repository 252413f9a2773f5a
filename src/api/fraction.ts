import * as v from 'valibot'

/** A number of an answer that need not be whole. The documentation calls every other number an integer. */
export const fraction = () => v.pipe(v.number(), v.metadata({ may_be_fraction: true }))
