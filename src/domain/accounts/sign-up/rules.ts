import { badRequest } from '../../../api/errors'
import { LINK_IS_NO_GOOD } from '../confirmations/pages'

export const linkIsNoGood = badRequest(() => LINK_IS_NO_GOOD)
