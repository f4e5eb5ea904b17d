module.exports = require('../../jest.preset.cjs')({ name: 'icalendar', rootDir: __dirname });
