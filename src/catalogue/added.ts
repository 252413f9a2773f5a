import * as attachmentsHeld from '../domain/files/attachments/adornment'
import * as presenceIntroduction from '../domain/people/presence/introduction'
import * as reactionsShown from '../domain/writing/reactions/adornment'
import * as submessagesShown from '../domain/messages/submessages/adornment'
import * as channelAcquaintance from '../domain/channels/subscriptions/acquaintance'
import * as conversationAcquaintance from '../domain/channels/topics/acquaintance'
import * as statusIntroduction from '../domain/personal/user-status/introduction'

/** What concepts add to the messages of others: what hangs off them. */
export const shown = [reactionsShown, submessagesShown, attachmentsHeld]

/** What concepts add to the sight of others: by what people come to know of each other, and what is then told. */
export const met = [channelAcquaintance, conversationAcquaintance, statusIntroduction, presenceIntroduction]
