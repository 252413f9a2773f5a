import type { realmSettingWords as English } from '../en-realm-settings'

export const realmSettingWords: typeof English = {
  name: { name: 'Name', text: 'Der Organisation, oben in jedem Programm.' },
  description: { name: 'Beschreibung', text: 'Man sieht sie vor dem Beitritt. Markdown funktioniert.' },
  org_type: {
    name: 'Art der Organisation',
    text: 'Sie hilft neuen Mitgliedern zu wissen, wo sie sind.',
    options: {
      0: 'Nicht angegeben',
      10: 'Unternehmen',
      20: 'Open-Source-Projekt',
      30: 'Bildung (gemeinnützig)',
      35: 'Bildung (gewerblich)',
      40: 'Forschung',
      50: 'Veranstaltung oder Konferenz',
      60: 'Gemeinnützig (eingetragen)',
      70: 'Behörde',
      80: 'Politische Gruppe',
      90: 'Gemeinschaft',
      100: 'Privat',
      1000: 'Anderes',
    },
  },
  default_language: { name: 'Sprache', text: 'Für neue Mitglieder und für Nachrichten von Bots.' },
  welcome_message_custom_text: {
    name: 'Willkommen',
    text: 'Der Willkommens-Bot sendet es neuen Mitgliedern. Markdown funktioniert.',
  },

  invite_required: {
    name: 'Nur mit Einladung',
    text: 'Ohne dies können alle mit einer erlaubten Adresse beitreten.',
  },
  emails_restricted_to_domains: {
    name: 'Nur erlaubte Domains',
    text: 'Neue Mitglieder brauchen eine Adresse einer Domain der Liste.',
  },
  disallow_disposable_email_addresses: {
    name: 'Keine Wegwerfadressen',
    text: 'Bekannte Dienste für kurzlebige Adressen werden abgelehnt.',
  },
  enable_spectator_access: {
    name: 'Lesen ohne Konto',
    text: 'Alle im Internet können Kanäle lesen, die im Web öffentlich sind.',
  },
  parley_public_pages_indexed: {
    name: 'Suchmaschinen führen öffentliche Seiten auf',
    text: 'Im Web öffentliche Kanäle haben Seiten für Leser ohne Konto. Damit dürfen Suchmaschinen diese Seiten aufführen.',
  },
  want_advertise_in_communities_directory: {
    name: 'In Verzeichnissen nennen',
    text: 'Verzeichnisse offener Gemeinschaften dürfen die Organisation nennen.',
  },
  send_welcome_emails: {
    name: 'Willkommens-E-Mails',
    text: 'Neue Mitglieder erhalten E-Mails mit ersten Schritten.',
  },
  waiting_period_threshold: {
    name: 'Tage bis zur vollen Mitgliedschaft',
    text: 'Neue Mitglieder werden nach so vielen Tagen volle Mitglieder.',
  },
  parley_passkey_login: { name: 'Passkeys', text: 'Mitglieder können sich mit einem Passkey anmelden.' },
  parley_factor_required_of: {
    name: 'Wer einen zweiten Faktor braucht',
    text: 'Personen dieser Rolle müssen einen Passkey oder Einmalcodes hinzufügen, bevor sie fortfahren.',
    options: {
      none: 'Niemand',
      owners: 'Eigentümer',
      administrators: 'Administratoren und Eigentümer',
      moderators: 'Moderatoren und höhere Rollen',
      members: 'Mitglieder und höhere Rollen',
      everyone: 'Alle, auch Gäste',
    },
  },
  parley_factor_required: {
    name: 'Welche Faktoren zählen',
    text: 'Keine andere Seite kann nach einem Passkey fragen, deshalb schützt er vor falschen Anmeldeseiten.',
    options: { any: 'Passkeys und Einmalcodes', passkey: 'Nur Passkeys' },
  },
  parley_scim_manages_owners: {
    name: 'Das Verzeichnis verwaltet Eigentümer',
    text: 'Es darf sie dann ändern und deaktivieren.',
  },
  parley_agents_enabled: {
    name: 'Agenten',
    text: 'Mitglieder können Programme verbinden, die ein Sprachmodell steuert. Ohne das können verbundene Agenten nichts tun.',
  },
  parley_session_idle_days: {
    name: 'Tage, bis eine unbenutzte Anmeldung endet',
    text: 'Ein Browser, der so lange nicht benutzt wird, wird abgemeldet.',
  },
  parley_session_absolute_days: {
    name: 'Tage, bis jede Anmeldung endet',
    text: 'Jeder Browser muss sich dann neu anmelden.',
  },
  parley_keep_in_browsers: {
    name: 'Browser behalten Nachrichten',
    text: 'Sie öffnen sich sofort, auch ohne Netz. Ohne diese Einstellung löschen Browser, was sie behalten haben.',
  },
  parley_language_model: {
    name: 'Sprachmodell',
    text: 'Es fasst zusammen und übersetzt, wenn jemand darum bittet. Dann liest es die Nachrichten.',
    options: { none: 'Keines', platform: 'Das der Plattform', address: 'An einer Adresse' },
  },
  parley_language_model_url: {
    name: 'Adresse des Modells',
    text: 'Die ganze Adresse einer API für Chat-Antworten, zum Beispiel https://models.example.com/v1/chat/completions.',
  },
  parley_language_model_name: {
    name: 'Name des Modells',
    text: 'So, wie die API es nennt. Die Plattform hat ein übliches.',
  },
  parley_speech_model_name: {
    name: 'Name des Modells für Sprachnachrichten',
    text: 'Es schreibt auf, was gesagt wird, wenn jemand darum bittet. Ohne Namen gibt es an einer Adresse keines, und auf der Plattform das übliche.',
  },
  parley_language_model_requests: {
    name: 'Fragen am Tag',
    text: 'Von allen Personen zusammen. Danach ruht das Modell.',
  },
  parley_gif_service: {
    name: 'Dienst für GIFs',
    text: 'Darin suchen Personen GIFs und Sticker.',
    options: { none: 'Keiner', giphy: 'GIPHY', klipy: 'KLIPY', address: 'An einer Adresse' },
  },
  parley_gif_url: {
    name: 'Adresse des Dienstes',
    text: 'Die einer Schnittstelle wie der von Tenor, Version 2, zum Beispiel https://gifs.example.com/v2.',
  },
  parley_audit_log_days: { name: 'Tage im Protokoll', text: 'Ältere Einträge werden gelöscht.' },

  require_unique_names: {
    name: 'Namen sind eindeutig',
    text: 'Zwei Personen können nicht denselben Namen haben.',
  },
  name_changes_disabled: {
    name: 'Nur Administratoren ändern Namen',
    text: 'Mitglieder behalten den Namen, den sie haben.',
  },
  email_changes_disabled: {
    name: 'Nur Administratoren ändern Adressen',
    text: 'Mitglieder behalten die Adresse, die sie haben.',
  },
  avatar_changes_disabled: {
    name: 'Nur Administratoren ändern Bilder',
    text: 'Mitglieder behalten das Bild, das sie haben.',
  },
  default_avatar_source: {
    name: 'Bilder neuer Mitglieder',
    text: 'Bis sie ein eigenes hochladen.',
    options: { G: 'Von Gravatar, nach ihrer Adresse', J: 'Ein Muster, das dieser Server zeichnet' },
  },
  presence_disabled: { name: 'Verbergen, wer aktiv ist', text: 'Niemand sieht einen grünen Punkt.' },
  enable_read_receipts: {
    name: 'Lesebestätigungen',
    text: 'Mitglieder können sehen, wer eine Nachricht gelesen hat.',
  },
  enable_guest_user_indicator: { name: 'Gäste kennzeichnen', text: 'Programme schreiben „Gast“ neben ihre Namen.' },
  enable_guest_user_dm_warning: {
    name: 'Vor Direktnachrichten an Gäste warnen',
    text: 'Ein Programm sagt es über dem Text.',
  },
  send_channel_events_messages: {
    name: 'Hinweise zu Kanälen',
    text: 'Eine Änderung eines Kanals ist auch eine Nachricht darin.',
  },

  allow_message_editing: {
    name: 'Mitglieder können ihre Nachrichten bearbeiten',
    text: 'Für Verschieben und Erledigen gibt es eigene Berechtigungen.',
  },
  message_content_edit_limit_seconds: {
    name: 'Zeit zum Bearbeiten einer Nachricht',
    text: 'Danach bleibt der Text, wie er ist.',
  },
  message_content_delete_limit_seconds: {
    name: 'Zeit zum Löschen einer Nachricht',
    text: 'Für Mitglieder, die ihre eigenen Nachrichten löschen dürfen.',
  },
  move_messages_within_stream_limit_seconds: {
    name: 'Zeit zum Verschieben in ein anderes Thema',
    text: 'Moderatoren können auch ältere Nachrichten verschieben.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Zeit zum Verschieben in einen anderen Kanal',
    text: 'Moderatoren können auch ältere Nachrichten verschieben.',
  },
  message_edit_history_visibility_policy: {
    name: 'Wer frühere Fassungen sieht',
    text: 'Von Nachrichten, die bearbeitet oder verschoben wurden.',
    options: {
      all: 'Alle sehen Bearbeitungen und Verschiebungen',
      moves: 'Alle sehen Verschiebungen',
      none: 'Niemand sieht sie',
    },
  },
  message_retention_days: {
    name: 'Tage bis zum Löschen der Nachrichten',
    text: 'Für alle Kanäle ohne eigene Regel, und für Direktnachrichten.',
  },
  topics_policy: {
    name: 'Nachrichten ohne Thema',
    text: 'Kanäle können anders entscheiden.',
    options: { allow_empty_topic: 'Sie gehen in den allgemeinen Chat', disable_empty_topic: 'Sie brauchen ein Thema' },
  },
  default_code_block_language: {
    name: 'Sprache von Codeblöcken',
    text: 'Für Blöcke, die keine nennen, zum Beispiel python.',
  },

  inline_image_preview: { name: 'Verlinkte Bilder zeigen', text: 'Unter der Nachricht, über diesen Server.' },
  inline_url_embed_preview: { name: 'Verlinkte Seiten zeigen', text: 'Titel und Beschreibung der Seite.' },
  media_preview_size: {
    name: 'Größe der Bilder in Nachrichten',
    text: 'Von Bildern und Videos, die Nachrichten zeigen.',
    options: { 100: '100 %', 150: '150 %', 200: '200 %' },
  },
  gif_rating_policy: {
    name: 'Bewegte Bilder (GIFs)',
    text: 'Welche die Programme anbieten dürfen.',
    options: { 0: 'Keine', 1: 'Freigabe G', 2: 'Freigabe PG', 3: 'Freigabe PG-13', 4: 'Freigabe R' },
  },
  video_chat_provider: {
    name: 'Videoanrufe',
    text: 'Mit welchem Dienst Anrufe beginnen.',
    options: { 0: 'Keiner', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: {
    name: 'Adresse des Jitsi-Servers',
    text: 'Schreiben Sie „default“ für den Server dieser Installation.',
  },

  digest_emails_enabled: {
    name: 'Wöchentliche Zusammenfassung',
    text: 'Mitglieder, die weg waren, erhalten, was sie verpasst haben.',
  },
  digest_weekday: {
    name: 'Tag der Zusammenfassung',
    text: 'In der Zeitzone jedes Mitglieds.',
    options: {
      0: 'Montag',
      1: 'Dienstag',
      2: 'Mittwoch',
      3: 'Donnerstag',
      4: 'Freitag',
      5: 'Samstag',
      6: 'Sonntag',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Text von Nachrichten in E-Mails',
    text: 'Ohne ihn sagen E-Mails nur, wer wo geschrieben hat.',
  },
  require_e2ee_push_notifications: {
    name: 'Nur verschlüsselte Benachrichtigungen auf Telefonen',
    text: 'Geräte, die sie nicht entschlüsseln können, erhalten nichts.',
  },

  moderation_request_channel_id: {
    name: 'Kanal für Meldungen',
    text: 'Gemeldete Nachrichten werden dorthin gesendet, deshalb muss er privat sein.',
  },
  new_stream_announcements_stream_id: {
    name: 'Kanal für neue Kanäle',
    text: 'Ein Bot gibt jeden neuen öffentlichen Kanal bekannt.',
  },
  signup_announcements_stream_id: {
    name: 'Kanal für neue Mitglieder',
    text: 'Ein Bot gibt jedes neue Mitglied bekannt.',
  },
  svc_update_announcements_stream_id: {
    name: 'Kanal für Neues vom Server',
    text: 'Ein Bot gibt neue Funktionen bekannt.',
  },
}
