import { badRequest } from '../../api/errors'

export const linkIsNoGood = badRequest(() => 'This link is not valid, or not any more. Ask for another one.')
