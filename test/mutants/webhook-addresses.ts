import type { Mutant } from './mutant'

const ADDRESSES = ['test/integrations/webhook-addresses.test.ts'] as const
const FORMATS = ['test/integrations/address-formats.test.ts'] as const
const MARKUP = ['test/integrations/chat-markup.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/people/sessions/authentication.ts',
    search: 'return getActiveUser(realm, address.bot_id)',
    replace: 'return findUser(realm, address.bot_id)!',
    imports: "import { findUser } from '../users/storage'",
    reason: 'The address of a deactivated bot still sends.',
    tests: ADDRESSES,
  },
  {
    file: 'src/domain/integrations/webhook-addresses/actions.ts',
    search: 'if (stream_id !== null) requireVisibleChannel(realm, actor, stream_id)',
    replace: '',
    reason: 'A user finds out which private channels exist.',
    tests: ADDRESSES,
  },
  {
    file: 'src/domain/integrations/incoming-webhooks/find-reference.ts',
    search: "return mentionsEveryone ? '@**all**' : undefined",
    replace: "return '@**all**'",
    reason: 'A program notifies all subscribers of a channel.',
    tests: ADDRESSES,
  },
  {
    file: 'src/domain/integrations/incoming-webhooks/find-reference.ts',
    search: 'linkToChannel(findVisibleChannel(realm, bot, Number(value)))',
    replace: 'linkToChannel(findChannel(realm, Number(value)))',
    imports: "import { findChannel } from '../../channels/channels/storage'",
    reason: 'A program reads the names of private channels.',
    tests: ADDRESSES,
  },
  {
    file: 'src/domain/integrations/incoming-webhooks/delivery-endpoints.ts',
    search: 'mentionsEveryone: !isOfAddress(service)',
    replace: 'mentionsEveryone: true',
    reason: 'A delivery that is sent again notifies everyone.',
    tests: ADDRESSES,
  },
  {
    file: 'src/domain/integrations/webhook-addresses/own-messages.ts',
    search: 'conversation.stream_id !== address.stream_id',
    replace: 'false',
    reason: 'A program edits messages in channels that its address does not lead to.',
    tests: FORMATS,
  },
  {
    file: 'src/domain/integrations/webhook-addresses/own-messages.ts',
    search: 'sender_id !== bot.user_id ||',
    replace: '',
    reason: 'A program deletes messages of other users, if its bot may delete any message.',
    tests: FORMATS,
  },
  {
    file: 'src/domain/integrations/webhook-addresses/receive-form.ts',
    search: 'else if (files.length === MAX_FILES)',
    replace: 'else if (files.length === 1000)',
    reason: 'One request stores any number of files.',
    tests: FORMATS,
  },
  {
    file: 'src/integrations/wording/markup.ts',
    search: 'withoutMarks(startOf(source))',
    replace: 'startOf(source)',
    reason: 'A sender writes the mark of a reference.',
    tests: MARKUP,
  },
  {
    file: 'src/integrations/wording/plain-text.ts',
    search: 'text.replaceAll(OWN_MARKUP, entityOf)',
    replace: 'text',
    reason: 'Text of other servers mentions users and groups.',
    tests: MARKUP,
  },
]
