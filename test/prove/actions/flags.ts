import type { RequestGenerators } from '../request-generator'
import { some } from '../chances'

const MESSAGES = [1, 2, 3, 4, 5, 6, 7, 8]

export const flags: RequestGenerators = {
  'POST /messages/flags': [
    ({ pick }) => ({
      messages: [pick(MESSAGES), ...some(pick, MESSAGES, 2)],
      op: pick(['add', 'remove']),
      flag: pick(['read', 'starred', 'collapsed', 'hide_link_previews']),
    }),
  ],
}
