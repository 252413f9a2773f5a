import { badRequest, notFound } from '../../../api/errors'

export const sessionNeeded = badRequest(() => 'Only a user in a browser can connect an agent')
export const agentDoesNotExist = notFound(() => 'Agent does not exist')
export const channelNotYours = badRequest(() => 'The agent can only be limited to channels that you can read')
