import { realmSettings } from './domain/realm/settings/concept'
import { auditLog } from './domain/realm/audit-log/concept'
import { discoveryLog } from './domain/realm/discovery-log/concept'
import { storedFiles } from './domain/realm/files/concept'
import { secrets } from './domain/realm/secrets/concept'
import { users } from './domain/people/users/concept'
import { webhookAddresses } from './domain/people/webhook-addresses/concept'
import { passkeys } from './domain/people/passkeys/concept'
import { factors } from './domain/people/factors/concept'
import { agents } from './domain/people/agents/concept'
import { pushBrowsers } from './domain/people/push-browsers/concept'
import { sessions } from './domain/people/sessions/concept'
import { userUuids } from './domain/people/user-uuids/concept'
import { pushService } from './domain/people/push-service/concept'
import { pushDevices } from './domain/people/push-devices/concept'
import { bots } from './domain/people/bots/concept'
import { groups } from './domain/people/groups/concept'
import { userSettings } from './domain/people/user-settings/concept'
import { presence } from './domain/people/presence/concept'
import { mutedUsers } from './domain/people/muted-users/concept'
import { alertWords } from './domain/people/alert-words/concept'
import { pictures } from './domain/customization/pictures/concept'
import { linkifiers } from './domain/customization/linkifiers/concept'
import { emoji } from './domain/customization/emoji/concept'
import { playgrounds } from './domain/customization/playgrounds/concept'
import { realmPictures } from './domain/customization/realm-pictures/concept'
import { channels } from './domain/channels/channels/concept'
import { emailAddresses } from './domain/channels/email-addresses/concept'
import { subscriptions } from './domain/channels/subscriptions/concept'
import { topics } from './domain/channels/topics/concept'
import { userTopics } from './domain/channels/user-topics/concept'
import { modelAnswers } from './domain/messages/model-answers/concept'
import { notifications } from './domain/messages/notifications/concept'
import { messageIndex } from './domain/messages/message-index/concept'
import { flagSets } from './domain/messages/flag-sets/concept'
import { access } from './domain/messages/access/concept'
import { topicList } from './domain/messages/topic-list/concept'
import { readState } from './domain/messages/read-state/concept'
import { submessages } from './domain/messages/submessages/concept'
import { history } from './domain/messages/history/concept'
import { holds } from './domain/messages/holds/concept'
import { wireFormat } from './domain/messages/wire-format/concept'
import { narrows } from './domain/messages/narrows/concept'
import { callFacts } from './domain/messages/calls/concept'
import { pages } from './domain/messages/pages/concept'
import { search } from './domain/messages/search/concept'
import { fetching } from './domain/messages/fetching/concept'
import { replica } from './domain/messages/replica/concept'
import { publicPages } from './domain/messages/public-pages/concept'
import { recentConversations } from './domain/messages/recent-conversations/concept'
import { flagsInNarrow } from './domain/messages/flags-in-narrow/concept'
import { readReceipts } from './domain/messages/read-receipts/concept'
import { externalContent } from './domain/files/external-content/concept'
import { attachments } from './domain/files/attachments/concept'
import { thumbnails } from './domain/files/thumbnails/concept'
import { uploads } from './domain/files/uploads/concept'
import { sending } from './domain/writing/sending/concept'
import { botMessages } from './domain/writing/bot-messages/concept'
import { reactions } from './domain/writing/reactions/concept'
import { pins } from './domain/writing/pins/concept'
import { push } from './domain/writing/push/concept'
import { browserPush } from './domain/writing/browser-push/concept'
import { scheduledMessages } from './domain/writing/scheduled-messages/concept'
import { drafts } from './domain/writing/drafts/concept'
import { reminders } from './domain/writing/reminders/concept'
import { unreferencedFiles } from './domain/writing/unreferenced-files/concept'
import { deletion } from './domain/writing/deletion/concept'
import { editing } from './domain/writing/editing/concept'
import { previews } from './domain/writing/previews/concept'
import { channelActivity } from './domain/writing/channel-activity/concept'
import { typing } from './domain/writing/typing/concept'
import { calls } from './domain/writing/calls/concept'
import { reports } from './domain/writing/reports/concept'
import { muting } from './domain/personal/muting/concept'
import { userStatus } from './domain/personal/user-status/concept'
import { savedSnippets } from './domain/personal/saved-snippets/concept'
import { navigationViews } from './domain/personal/navigation-views/concept'
import { onboarding } from './domain/personal/onboarding/concept'
import { groupChanges } from './domain/management/groups/concept'
import { channelFolders } from './domain/management/channel-folders/concept'
import { defaultChannels } from './domain/management/default-channels/concept'
import { newChannels } from './domain/management/new-channels/concept'
import { subscriptionChanges } from './domain/management/subscriptions/concept'
import { channelChanges } from './domain/management/channels/concept'
import { emailDomains } from './domain/mail/email-domains/concept'
import { mail } from './domain/mail/mail/concept'
import { plannedEmails } from './domain/mail/planned-emails/concept'
import { confirmations } from './domain/mail/confirmations/concept'
import { securityMail } from './domain/mail/security-mail/concept'
import { missedMessages } from './domain/mail/missed-messages/concept'
import { digests } from './domain/mail/digests/concept'
import { mailDelivery } from './domain/mail/mail-delivery/concept'
import { identities } from './domain/login/identities/concept'
import { providers } from './domain/login/providers/concept'
import { signIn } from './domain/login/sign-in/concept'
import { logins } from './domain/login/sessions/concept'
import { connectedAgents } from './domain/login/agents/concept'
import { accountFactors } from './domain/login/factors/concept'
import { providerChanges } from './domain/login/provider-changes/concept'
import { accountPasskeys } from './domain/login/passkeys/concept'
import { profileFields } from './domain/accounts/profile-fields/concept'
import { avatars } from './domain/accounts/avatars/concept'
import { outgoingWebhooks } from './domain/accounts/outgoing-webhooks/concept'
import { accounts } from './domain/accounts/users/concept'
import { botAccounts } from './domain/accounts/bots/concept'
import { invitations } from './domain/accounts/invitations/concept'
import { signUp } from './domain/accounts/sign-up/concept'
import { plannedSending } from './domain/accounts/planned-sending/concept'
import { appLogin } from './domain/accounts/app-login/concept'
import { exportConsent } from './domain/accounts/export-consent/concept'
import { deactivation } from './domain/accounts/deactivation/concept'
import { guests } from './domain/accounts/guests/concept'
import { emailChanges } from './domain/accounts/email-changes/concept'
import { passwordReset } from './domain/accounts/password-reset/concept'
import { findAccountsOfAddress } from './domain/accounts/find-accounts/concept'
import { ownSettings } from './domain/accounts/own-settings/concept'
import { scim } from './domain/accounts/scim/concept'
import { providerLogin } from './domain/accounts/provider-login/concept'
import { incomingWebhooks } from './domain/integrations/incoming-webhooks/concept'
import { gifs } from './domain/integrations/gifs/concept'
import { languageModel } from './domain/integrations/language-model/concept'
import { mcp } from './domain/integrations/mcp/concept'
import { addressEndpoints } from './domain/integrations/webhook-addresses/concept'
import { commands } from './domain/integrations/commands/concept'
import { receivedMail } from './domain/integrations/received-mail/concept'
import { automations } from './domain/integrations/automations/concept'
import { outbox } from './domain/organization/outbox/concept'
import { eventQueues } from './domain/organization/event-queues/concept'
import { eventSubscriptions } from './domain/organization/event-subscriptions/concept'
import { organizationSettings } from './domain/organization/settings/concept'
import { videoCalls } from './domain/organization/video-calls/concept'
import { realms } from './domain/organization/realms/concept'
import { auditLogReading } from './domain/organization/audit-log/concept'
import { whatIf } from './domain/organization/what-if/concept'
import { usage } from './domain/organization/usage/concept'
import { metrics } from './domain/organization/metrics/concept'
import { deployment } from './domain/organization/deployment/concept'
import { realmTables } from './domain/data/realm-tables/concept'
import { discovery } from './domain/data/discovery/concept'
import { exports } from './domain/data/exports/concept'
import { accountErasure } from './domain/data/account-erasure/concept'
import { realmCopies } from './domain/data/realm-copies/concept'
import { nightlyCopies } from './domain/data/nightly-copies/concept'
import { restores } from './domain/data/restores/concept'
// Every concept, in order: `npm run imports` checks that it imports only those before it. Early wings hold facts. Later ones change them.
export const wings = {
  realm: [realmSettings, auditLog, discoveryLog, storedFiles, secrets],
  people: [
    users,
    passkeys,
    factors,
    webhookAddresses,
    agents,
    pushBrowsers,
    sessions,
    userUuids,
    pushService,
    pushDevices,
    bots,
    groups,
    userSettings,
    presence,
    mutedUsers,
    alertWords,
  ],
  customization: [pictures, linkifiers, emoji, playgrounds, realmPictures],
  channels: [channels, emailAddresses, subscriptions, topics, userTopics],
  messages: [
    notifications,
    messageIndex,
    flagSets,
    access,
    topicList,
    readState,
    submessages,
    modelAnswers,
    history,
    holds,
    wireFormat,
    narrows,
    callFacts,
    pages,
    search,
    fetching,
    replica,
    publicPages,
    recentConversations,
    flagsInNarrow,
    readReceipts,
  ],
  files: [externalContent, attachments, thumbnails, uploads],
  writing: [
    sending,
    botMessages,
    reactions,
    pins,
    push,
    browserPush,
    scheduledMessages,
    drafts,
    reminders,
    unreferencedFiles,
    deletion,
    editing,
    previews,
    channelActivity,
    typing,
    calls,
    reports,
  ],
  personal: [muting, userStatus, savedSnippets, navigationViews, onboarding],
  management: [groupChanges, channelFolders, defaultChannels, newChannels, subscriptionChanges, channelChanges],
  mail: [emailDomains, mail, plannedEmails, confirmations, securityMail, missedMessages, digests, mailDelivery],
  login: [identities, providers, signIn, logins, connectedAgents, accountFactors, providerChanges, accountPasskeys],
  accounts: [
    profileFields,
    avatars,
    outgoingWebhooks,
    accounts,
    botAccounts,
    invitations,
    signUp,
    plannedSending,
    appLogin,
    exportConsent,
    deactivation,
    guests,
    emailChanges,
    passwordReset,
    findAccountsOfAddress,
    ownSettings,
    scim,
    providerLogin,
  ],
  integrations: [incomingWebhooks, addressEndpoints, commands, mcp, languageModel, gifs, receivedMail, automations],
  organization: [
    outbox,
    eventQueues,
    eventSubscriptions,
    organizationSettings,
    videoCalls,
    realms,
    auditLogReading,
    whatIf,
    usage,
    metrics,
    deployment,
  ],
  data: [realmTables, discovery, exports, accountErasure, realmCopies, nightlyCopies, restores],
}
