module.exports = require('../../jest.preset.cjs')({ name: 'backtest', rootDir: __dirname });
