module.exports = require('../../jest.preset.cjs')({ name: 'repo', rootDir: __dirname });
