import { concept } from '../../../concept'
import { deleteLanguageModelKey, getLanguageModel, setLanguageModelKey, tryLanguageModel } from './endpoints'
import { summarize } from './summary-endpoint'
import tables from './tables.sql'
import { translateMessage } from './translation-endpoint'

export const languageModel = concept({
  name: 'integrations/language-model',
  title: 'Language model',
  tables: [tables],
  endpoints: [
    getLanguageModel,
    setLanguageModelKey,
    deleteLanguageModelKey,
    tryLanguageModel,
    summarize,
    translateMessage,
  ],
})
