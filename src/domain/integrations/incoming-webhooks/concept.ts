import { concept } from '../../../concept'
import { getDeliveries, removeWebhookSecret, resendDelivery, setWebhookSecret } from './delivery-endpoints'
import { answerChallenge, probeWebhook, receiveWebhook } from './endpoints'
import { getServices } from './service-endpoints'
import tables from './tables.sql'

export const incomingWebhooks = concept({
  name: 'integrations/incoming-webhooks',
  title: 'Incoming webhooks',
  tables: [tables],
  endpoints: [
    receiveWebhook,
    probeWebhook,
    answerChallenge,
    getDeliveries,
    resendDelivery,
    setWebhookSecret,
    removeWebhookSecret,
    getServices,
  ],
})
