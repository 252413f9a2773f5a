import { concept } from '../../../concept'
import {
  receiveDiscordMessage,
  receiveDiscordMessageOfVersion,
  receiveGitHubEvent,
  receiveGitHubEventOfVersion,
  receiveMattermostMessage,
  receiveRocketchatMessage,
  receiveSlackMessage,
  receiveSlackMessageAtDiscord,
  receiveSlackMessageAtDiscordOfVersion,
  receiveTeamsMessage,
  receiveTeamsWorkflow,
} from './address-endpoints'
import { getDiscordWebhook, getDiscordWebhookOfVersion } from './webhook-endpoints'
import { createWebhookAddress, getWebhookAddresses, removeWebhookAddress } from './endpoints'
import {
  deleteDiscordMessage,
  deleteDiscordMessageOfVersion,
  editDiscordMessage,
  editDiscordMessageOfVersion,
  getDiscordMessage,
  getDiscordMessageOfVersion,
} from './message-endpoints'

export const addressEndpoints = concept({
  name: 'integrations/webhook-addresses',
  title: 'Incoming webhooks',
  endpoints: [
    getWebhookAddresses,
    createWebhookAddress,
    removeWebhookAddress,
    receiveSlackMessage,
    receiveMattermostMessage,
    receiveRocketchatMessage,
    receiveDiscordMessage,
    receiveDiscordMessageOfVersion,
    receiveSlackMessageAtDiscord,
    receiveSlackMessageAtDiscordOfVersion,
    receiveGitHubEvent,
    receiveGitHubEventOfVersion,
    receiveTeamsMessage,
    receiveTeamsWorkflow,
    getDiscordWebhook,
    getDiscordWebhookOfVersion,
    getDiscordMessage,
    getDiscordMessageOfVersion,
    editDiscordMessage,
    editDiscordMessageOfVersion,
    deleteDiscordMessage,
    deleteDiscordMessageOfVersion,
  ],
})
