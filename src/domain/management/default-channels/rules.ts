import { badRequest } from '../../../api/errors'

/** New accounts would be let into it by nobody. */
export const privateCannotBeDefault = badRequest(() => 'Private channels cannot be made default.')
