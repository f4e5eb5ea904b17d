module.exports = require('../../jest.preset.cjs')({ name: 'bench', rootDir: __dirname });
