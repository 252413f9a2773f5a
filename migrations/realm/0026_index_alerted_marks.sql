-- When a message says something else, who was alerted by what it said before is asked of everyone at once.
CREATE INDEX alerted_marks ON marks (chunk) WHERE flag = 'alerted';
