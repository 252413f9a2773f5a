import { concept } from '../../../concept'
import { openConsentPage, submitConsentPage } from './authorize-endpoints'
import { getAgentCalls, getAgents, removeAgent } from './endpoints'
import { describeAuthorization, describeResource, describeResourceOfHost, registerClient } from './metadata-endpoints'
import { issueTokens, revokeTokens } from './token-endpoints'

export const connectedAgents = concept({
  name: 'login/agents',
  title: 'Agents',
  endpoints: [
    describeResource,
    describeResourceOfHost,
    describeAuthorization,
    registerClient,
    openConsentPage,
    submitConsentPage,
    issueTokens,
    revokeTokens,
    getAgents,
    removeAgent,
    getAgentCalls,
  ],
})
