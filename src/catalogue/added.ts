import * as attachmentsHeld from '../domain/attachments/adornment'
import * as presenceIntroduction from '../domain/presence/introduction'
import * as reactionsShown from '../domain/reactions/adornment'
import * as submessagesShown from '../domain/submessages/adornment'
import * as channelAcquaintance from '../domain/subscriptions/acquaintance'
import * as conversationAcquaintance from '../domain/topics/acquaintance'
import * as statusIntroduction from '../domain/user-status/introduction'

/** What concepts add to the messages of others: what hangs off them. */
export const shown = [reactionsShown, submessagesShown, attachmentsHeld]

/** What concepts add to the sight of others: by what people come to know of each other, and what is then told. */
export const met = [channelAcquaintance, conversationAcquaintance, statusIntroduction, presenceIntroduction]
