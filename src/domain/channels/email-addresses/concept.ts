import { concept } from '../../../concept'
import tables from './tables.sql'

export const emailAddresses = concept({ name: 'channels/email-addresses', tables: [tables] })
