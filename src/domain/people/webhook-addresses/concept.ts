import { concept } from '../../../concept'
import tables from './tables.sql'

export const webhookAddresses = concept({ name: 'people/webhook-addresses', tables: [tables] })
