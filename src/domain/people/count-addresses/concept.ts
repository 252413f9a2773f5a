import { concept } from '../../../concept'
import tables from './tables.sql'

export const countAddresses = concept({ name: 'people/count-addresses', tables: [tables] })
